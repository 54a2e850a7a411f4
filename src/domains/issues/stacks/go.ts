import { stableFile } from './frame.ts';
import type { StackLanguage } from './frame.ts';

const place = /^\s+(\S.*\.go):\d+(?: \+0x[0-9a-f]+(?: fp=.*)?)?$/; // of what ends the program, with its pointers
const library = /[/\\](?:pkg[/\\]mod|vendor)[/\\]|@v\d/;
const standard =
  /^(?:archive|bufio|bytes|cmp|compress|container|context|crypto|database|debug|embed|encoding|errors|expvar|flag|fmt|go|hash|html|image|internal|io|iter|log|maps|math|mime|net|os|panic|path|plugin|reflect|regexp|runtime|slices|sort|strconv|strings|sync|syscall|testing|text|time|unicode|vendor)[./(]/;

export const go: StackLanguage = {
  innermostFirst: true,
  // A frame is two lines: the function with its arguments, then its place.
  frame: (line, next) => {
    const file = place.exec(next)?.[1];
    if (file === undefined || /^\s/.test(line)) return undefined;
    const name = line.replace(/^created by /, '').replace(/ in goroutine \d+$/, '');
    const inApp = !standard.test(name) && !library.test(file) && !line.startsWith('created by ');
    return { function: stableFunction(name), file: stableFile(file), inApp };
  },
};

/** `example.com/shop/v2/cart.(*Cart).Total.func1.2(0xc000, …)` is `example.com/shop/cart.(*Cart).Total.func`. */
function stableFunction(name: string): string {
  const withoutArguments = name.replace(/\((?!\*)[^()]*\)$/, '').replace(/\[[^\]]*\]/g, '');
  return withoutArguments
    .replace(/\/v\d+(?=[/.])/g, '')
    .replace(/\.func\d+(?:\.(?:func)?\d+|\.gowrap\d+|-range\d+)*/g, '.func');
}
