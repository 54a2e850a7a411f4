import { stableFile } from './frame.ts';
import type { StackLanguage } from './frame.ts';

// What came together in a group stands in branches, each line behind a bar.
const call = /^[\s|]*File "([^"]+)", line \d+(?:, in (.+))?$/;
const library =
  /[/\\](?:site|dist)-packages[/\\]|[/\\]lib(?:64)?[/\\]python[\d.]*[/\\]|[/\\]Python\d*[/\\]lib[/\\]|^<(?!stdin)/i;
const raised = /^(\s+\| )?([A-Za-z_][\w.]*)(?::|$)/;

export const python: StackLanguage = {
  innermostFirst: false,
  frame: (line) => {
    const [, file, name = ''] = call.exec(line) ?? [];
    if (file === undefined || /^<(?:list|dict|set)comp>$/.test(name)) return undefined; // newer versions show none
    const path = file.replace(/__pycache__[/\\]|\.cpython-\d+/g, '');
    return { function: name, file: stableFile(path), inApp: !library.test(file) };
  },
  // A block ends with what it raised, whose message may go on for lines; the next block shows what came of it, a branch
  // what it came of.
  cause: (line, isBehindFrames) => {
    const [, bar, type] = isBehindFrames ? (raised.exec(line) ?? []) : [];
    return type === undefined ? undefined : { type, isDeeper: bar !== undefined };
  },
};
