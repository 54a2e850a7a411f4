/**
 * Renamed semantic conventions: data of old and new instrumentation answers to either name. The first of a group is
 * the current name.
 */
const renamed: readonly (readonly string[])[] = [
  ['http.request.method', 'http.method'],
  ['http.response.status_code', 'http.status_code'],
  ['http.request.body.size', 'http.request_content_length'],
  ['http.response.body.size', 'http.response_content_length'],
  ['url.full', 'http.url'],
  ['url.path', 'http.target'],
  ['url.scheme', 'http.scheme'],
  ['user_agent.original', 'http.user_agent'],
  ['client.address', 'http.client_ip'],
  ['network.protocol.version', 'http.flavor'],
  ['network.peer.address', 'net.sock.peer.addr'],
  ['network.peer.port', 'net.sock.peer.port'],
  ['server.address', 'net.peer.name'],
  ['server.port', 'net.peer.port'],
  ['network.transport', 'net.transport'],
  ['db.system.name', 'db.system'],
  ['db.query.text', 'db.statement'],
  ['db.namespace', 'db.name'],
  ['db.operation.name', 'db.operation'],
  ['db.collection.name', 'db.sql.table'],
  ['db.response.status_code', 'db.status_code'],
  ['messaging.destination.name', 'messaging.destination'],
  ['messaging.operation.type', 'messaging.operation'],
  ['messaging.client.id', 'messaging.client_id'],
  ['messaging.consumer.group.name', 'messaging.kafka.consumer.group'],
  ['code.function.name', 'code.function'],
  ['code.file.path', 'code.filepath'],
  ['code.line.number', 'code.lineno'],
  ['gen_ai.provider.name', 'gen_ai.system'],
  ['gen_ai.usage.input_tokens', 'gen_ai.usage.prompt_tokens'],
  ['gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens'],
  ['deployment.environment.name', 'deployment.environment'],
  ['process.runtime.name', 'runtime.name'],
  ['faas.invocation_id', 'faas.execution'],
  ['thread.name', 'thread_name'],
];

const groupOf = new Map(renamed.flatMap((group) => group.map((key) => [key, group] as const)));

/** All spellings of a key: the one asked for first, so that its own data wins. */
export function spellings(key: string): readonly string[] {
  const group = groupOf.get(key);
  return group === undefined ? [key] : [key, ...group.filter((other) => other !== key)];
}
