import { stableFile } from './frame.ts';
import type { StackLanguage } from './frame.ts';

const call = /^#\d+ (?:\[internal function\]|(.+?)\(\d+\)): (.+)$/;
const javaLike = /^\s*at (.+)\((?:(.+\.php):\d+|Unknown Source)\)$/; // as OpenTelemetry's SDK prints it
const chained = /^(Caused by: |Next )([\w.\\]+)/; // PHP itself prints the root cause first
const vendor = /[/\\]vendor[/\\]/;
const libraries =
  /^(?:Illuminate|Laravel|Symfony|Doctrine|GuzzleHttp|Psr|OpenTelemetry|Monolog|Twig|Laminas|Slim|League|Composer|PHPUnit|Nette|Yiisoft|yii|Cake|CodeIgniter|Predis|Ramsey)[\\.]/;

export const php: StackLanguage = {
  innermostFirst: true,
  frame: (line, _, last) => {
    const numbered = call.exec(line);
    const [, file, name] = numbered ?? swapped(javaLike.exec(line)) ?? [];
    if (name === undefined) return undefined;
    const isCalledByLibrary = file !== undefined && vendor.test(file);
    const inApp = file !== undefined && !libraries.test(name) && (!isCalledByLibrary || standsInApp(name, last));
    return {
      function: stableFunction(name),
      file: file === undefined || isCalledByLibrary ? '' : stableFile(file),
      inApp,
    };
  },
  cause: (line) => {
    const [, how, type] = chained.exec(line) ?? [];
    return type === undefined ? undefined : { type, isDeeper: how !== 'Next ' };
  },
};

function swapped(match: RegExpExecArray | null): (string | undefined)[] | undefined {
  return match === null ? undefined : [match[0], match[2], match[1]];
}

/** A line says what was called, and from where: the one before it says in which file that went on. */
function standsInApp(name: string, last: string): boolean {
  const file = call.exec(last)?.[1];
  return file === undefined ? name.includes('\\') : !vendor.test(file);
}

/** Without arguments; anonymous classes and closures without the place that newer versions put into their names. */
function stableFunction(name: string): string {
  return name
    .replace(/class@anonymous[^-:(]*(?::\d+\$[0-9a-f]+)?/g, 'class@anonymous')
    .replace(/\{closure:[^}]*\}/g, '{closure}')
    .replace(/\(.*$/, '');
}
