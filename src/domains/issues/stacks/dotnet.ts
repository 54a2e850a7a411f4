import type { StackLanguage } from './frame.ts';

const call = /^\s*at ([^()]+?)\(([^()]*(?:\([^()]*\)[^()]*)*)\)(?: in (.+):line \d+)?\s*$/;
const notParameters = /^\S+$|:|^(?:Native Method|Unknown Source)$/; // a parameter has a type and a name; Java puts a file there
const inner = /(?:^|\s)---> (?:\(Inner Exception #\d+\) )?([\w.`+]+)/;
const libraries =
  /^(?:System|Microsoft|Windows|Newtonsoft|Npgsql|MySql|MySqlConnector|Oracle|StackExchange|Grpc|Google|Serilog|NLog|Autofac|MediatR|Dapper|Polly|AutoMapper|FluentValidation|RabbitMQ|Confluent|Hangfire|Quartz|MassTransit|OpenTelemetry|Azure|Amazon|Xunit|NUnit|Castle|UnityEngine|lambda_method\d*)\b/;

export const dotnet: StackLanguage = {
  innermostFirst: true,
  frame: (line) => {
    const [, name, parameters = ''] = call.exec(line) ?? [];
    if (name === undefined || notParameters.test(parameters)) return undefined;
    return { function: stableFunction(name), file: '', inApp: !libraries.test(name) };
  },
  // Inner exceptions are named in the head and their frames come first: the chain needs no sections.
  cause: (line) => {
    const type = inner.exec(line)?.[1];
    return type === undefined ? undefined : { type, isDeeper: true };
  },
};

/** State machines of async methods and closures are written as the method that they were made from. */
function stableFunction(name: string): string {
  return name
    .replace(/\.<>c(?:__DisplayClass\d+_\d+)?(?:`\d+)?(?=\.)/g, '')
    .replace(/<(\w+)>[db]__\d+(?:_\d+)?(?:`\d+)?/g, '$1')
    .replace(/<(\w+)>g__(\w+)\|\d+(?:_\d+)?/g, '$1.$2')
    .replace(/\.MoveNext$/, '')
    .replace(/`\d+|\[[^\]]*\]/g, '')
    .replace(/\+/g, '.')
    .trim();
}
