package stepdown.conformance.druid;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Map;

/** Doubles of interfaces that do nothing, or one thing. */
final class Proxies {
    private Proxies() {}

    /** A double of an interface; methods that are not listed return nothing. */
    static <T> T of(Class<T> type, Map<String, InvocationHandler> methods) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            InvocationHandler listed = methods.get(method.getName());
            if (listed != null) {
                return listed.invoke(proxy, method, arguments);
            }
            return switch (method.getName()) {
                case "toString" -> "double of " + type.getSimpleName();
                case "hashCode" -> System.identityHashCode(proxy);
                case "equals" -> proxy == arguments[0];
                default -> nothing(method.getReturnType());
            };
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static Object nothing(Class<?> type) {
        if (type == boolean.class) {
            return false;
        }
        if (type == int.class) {
            return 0;
        }
        return type == long.class ? (Object) 0L : null;
    }
}
