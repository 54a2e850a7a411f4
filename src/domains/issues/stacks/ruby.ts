import { stableFile } from './frame.ts';
import type { StackLanguage } from './frame.ts';

const call = /^\s*(?:from |\d+: from )?(\S.*?):\d+(?::in [`']([^`']+)')?(?::.*)?$/;
const library =
  /[/\\]gems[/\\]|[/\\]lib(?:64)?[/\\]ruby[/\\]|^<internal:|[/\\]bin[/\\](?:bundle|rake|rails|ruby)$|[/\\]\.?r(?:benv|vm)[/\\]/;

export const ruby: StackLanguage = {
  innermostFirst: true,
  frame: (line) => {
    const [, file, name] = call.exec(line) ?? [];
    if (file === undefined || (name === undefined && !file.endsWith('.rb'))) return undefined;
    return { function: stableFunction(name ?? ''), file: stableFile(file), inApp: !library.test(file) };
  },
};

/**
 * Blocks belong to their method, and `Cart#total` of newer versions is the older ones' `total`. The methods that views are
 * compiled to end with numbers of their process.
 */
function stableFunction(name: string): string {
  return name
    .replace(/^(?:(?:block(?: \(\d+ levels\))?|rescue|ensure) in )+/, '')
    .replace(/^.*[#.](?=[^#.]+$)/, '')
    .replace(/<(?:main|top \(required\)|module:.*|class:.*)>/, '')
    .replace(/__+\d+_\d+$/, '');
}
