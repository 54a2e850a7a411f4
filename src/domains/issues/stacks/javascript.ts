import { stableFile } from './frame.ts';
import type { StackLanguage } from './frame.ts';

const named = /^\s*at (.+) \((.+?)(?::\d+){1,2}\)(?: \{)?$/;
const unnamed = /^\s*at (?:async )?(\S+?)(?::\d+){1,2}(?: \{)?$/;
const gecko = /^\s*([^@]*)@(\S+?):\d+:\d+$/; // Firefox and Safari; `user@host:port` in a message is none
const causedBy = /^\s*(?:\[cause\]|[Cc]aused by): ([A-Z][\w$]*)/; // as Node prints it, and as loggers do

export const javascript: StackLanguage = {
  innermostFirst: true,
  frame: (line) => {
    const [, name = '', file = ''] = named.exec(line) ?? gecko.exec(line) ?? [];
    const path = file === '' ? unnamed.exec(line)?.[1] : file;
    if (path === undefined || name.includes('(')) return undefined; // eval inside eval
    return { function: stableFunction(name), file: stableFile(path), inApp: isInApp(path) };
  },
  cause: (line) => {
    const type = causedBy.exec(line)?.[1];
    return type === undefined ? undefined : { type, isDeeper: true };
  },
};

/** `async Cart.t [as total]` is `Cart`: what minifiers name differs from build to build. */
function stableFunction(name: string): string {
  return name
    .replace(/ \[as [^\]]*\]$/, '')
    .replace(/^(?:async |new |get |set )+/, '')
    .replace(/<anonymous>|<computed>/g, '')
    .split(/[./]/)
    .filter((part) => part.length > 2 && part !== 'Object' && part !== 'Module')
    .join('.');
}

function isInApp(path: string): boolean {
  return !/node_modules|^node:|^internal\/|^native|^\[|^<|webpack\/(?:bootstrap|runtime)|-extension:\/\//.test(path);
}
