import type { StackLanguage } from './frame.ts';

// Kotlin, Scala, Groovy and Android print the same. What was suppressed is indented twice, and is not the error.
const call =
  /^(?!\t\t)\s*at (?:[\w.@-]*\/{1,2})?([\w.$]+)\.([\w$<>-]+)\((?:[\w$-]+\.(?:java|kt|kts|scala|groovy|clj)(?::\d+)?|Native Method|Unknown Source(?::\d+)?|SourceFile(?::\d+)?|<generated>|[\w$]+:\d+)\)/;
const causedBy = /^Caused by: ([\w.$]+)/;
const libraries =
  /^(?:javax?|jakarta|jdk|sun|com\.sun|kotlinx?|scala|groovy|clojure|org\.codehaus|org\.springframework|org\.apache|org\.hibernate|org\.eclipse|org\.jboss|org\.junit|org\.postgresql|com\.mysql|com\.zaxxer|com\.fasterxml|com\.google\.(?:common|inject|gson)|io\.netty|io\.undertow|io\.grpc|io\.vertx|io\.micrometer|io\.micronaut|io\.quarkus|io\.opentelemetry|io\.reactivex|reactor|rx|akka|play|okhttp3|okio|retrofit2|feign|org\.slf4j|ch\.qos|androidx?|com\.android|dalvik)\./;

export const java: StackLanguage = {
  innermostFirst: true,
  frame: (line) => {
    const [, type, method] = call.exec(line) ?? [];
    if (type === undefined || method === undefined) return undefined;
    const isGlue = /\$\$(?:FastClass|SpringCGLIB\$\$\d|Lambda)|\$Proxy\d|GeneratedMethodAccessor/.test(type);
    return {
      function: `${stableType(type)}.${stableMethod(method)}`,
      file: '',
      inApp: !isGlue && !libraries.test(`${type}.`),
    };
  },
  cause: (line) => {
    const type = causedBy.exec(line)?.[1];
    return type === undefined ? undefined : { type, isDeeper: true };
  },
};

/** Generated subclasses, anonymous classes and lambdas are numbered in the order in which they were compiled. */
function stableType(type: string): string {
  return type.replace(/\$\$.*$/, '').replace(/\$\d+/g, '$');
}

function stableMethod(method: string): string {
  return method
    .replace(/^(lambda\$.*?)\$\d+$/, '$1')
    .replace(/\$\d+$/, '')
    .replace(/^access\$\d+$/, 'access$');
}
