import { stableFile } from './frame.ts';
import type { StackLanguage } from './frame.ts';

const call = /^#\d+ (?:\[internal function\]|(.+?)\(\d+\)): (.+)$/;
const javaLike = /^\s*at (.+)\((?:(.+\.php):\d+|Unknown Source)\)$/; // as OpenTelemetry's SDK prints it
const chained = /^(Caused by: |Next )([\w.\\]+)/; // PHP itself prints the root cause first
const libraries =
  /^(?:Illuminate|Laravel|Symfony|Doctrine|GuzzleHttp|Psr|OpenTelemetry|Monolog|Twig|Laminas|Slim|League|Composer|PHPUnit|Nette|Yiisoft|yii|Cake|CodeIgniter|Predis|Ramsey)[\\.]/;

export const php: StackLanguage = {
  innermostFirst: true,
  frame: (line) => {
    const numbered = call.exec(line);
    const [, file, name] = numbered ?? swapped(javaLike.exec(line)) ?? [];
    if (name === undefined) return undefined;
    return {
      function: stableFunction(name),
      file: file === undefined ? '' : stableFile(file),
      inApp: file !== undefined && isInApp(file, name),
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

function isInApp(file: string, name: string): boolean {
  return !/[/\\]vendor[/\\]/.test(file) && !libraries.test(name);
}

/** Without arguments; anonymous classes and closures without the place that newer versions put into their names. */
function stableFunction(name: string): string {
  return name
    .replace(/class@anonymous[^-:(]*(?::\d+\$[0-9a-f]+)?/g, 'class@anonymous')
    .replace(/\{closure:[^}]*\}/g, '{closure}')
    .replace(/\(.*$/, '');
}
