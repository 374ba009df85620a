package stepdown.conformance;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;

/** Doubles of interfaces, so that a harness has to know only the methods that matter, in each release. */
public final class Proxies {
    private Proxies() {}

    /** A double of an interface that does nothing, but for the methods that are listed. */
    public static <T> T of(Class<T> type, Map<String, InvocationHandler> methods) {
        return of(type, (proxy, method, arguments) -> {
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
        });
    }

    /** An implementation of an interface by one handler. */
    public static <T> T of(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /** Hands a call on; what is thrown there is thrown here. */
    public static Object call(Object on, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(on, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
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
