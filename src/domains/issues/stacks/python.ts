import { stableFile } from './frame.ts';
import type { StackLanguage } from './frame.ts';

const call = /^\s*File "([^"]+)", line \d+(?:, in (.+))?$/;
const library =
  /[/\\](?:site|dist)-packages[/\\]|[/\\]lib(?:64)?[/\\]python[\d.]*[/\\]|[/\\]Python\d*[/\\]lib[/\\]|^<(?!stdin)/i;
const raised = /^([A-Za-z_][\w.]*(?:Error|Exception|Warning|Interrupt|Exit|[A-Z]\w*))(?::|$)/;

export const python: StackLanguage = {
  innermostFirst: false,
  frame: (line) => {
    const [, file, name = ''] = call.exec(line) ?? [];
    if (file === undefined || /^<(?:list|dict|set)comp>$/.test(name)) return undefined; // newer versions show none
    const path = file.replace(/__pycache__[/\\]|\.cpython-\d+/g, '');
    return { function: name, file: stableFile(path), inApp: !library.test(file) };
  },
  // A block ends with what it raised; the next one shows what came of it.
  cause: (line) => {
    const type = raised.exec(line)?.[1];
    return type === undefined ? undefined : { type, isDeeper: false };
  },
};
