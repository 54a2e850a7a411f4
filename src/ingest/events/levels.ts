// Levels of logs: from the severity number where there is one, else from the text that the logger wrote.

export const levelNames = ['', 'TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const;

/** Index into `levelNames` of OTLP's severity numbers 1–24. */
export function levelOf(severity: number): number {
  return severity >= 1 && severity <= 24 ? Math.ceil(severity / 4) : 0;
}

const severityOfWord = new Map<string, number>();
for (const [severity, words] of [
  [1, 'trace verbose finest silly all trc trce trac vrb'],
  [5, 'debug dbg debg debu dbug fine finer d d1 d2 d3 d4 d5'],
  [7, 'http'],
  [9, 'info information informational inf i log'],
  [10, 'notice'],
  [13, 'warn warning wrn w'],
  [17, 'error err erro eror e severe failure fail'],
  [18, 'critical crit crt'],
  [19, 'alert'],
  [21, 'fatal fata emerg emergency panic pani pnc dpanic f ftl'],
] as const)
  for (const word of words.split(' ')) severityOfWord.set(word, severity);
for (const [base, word] of [
  [0, 'trace'],
  [4, 'debug'],
  [8, 'info'],
  [12, 'warn'],
  [16, 'error'],
  [20, 'fatal'],
] as const)
  for (let step = 1; step <= 4; step++) severityOfWord.set(`${word}${step}`, base + step);

/** What colours a text on a terminal. */
const colours = new RegExp(String.raw`${String.fromCharCode(0x1b)}\[[\d;]*m`, 'g');
/** Go's slog names the levels between its four by their distance. */
const between = /^(debug|info|warn|error)([+-]\d{1,2})$/;

/** 0 for a text that is no level. */
export function severityOfText(text: string): number {
  const word = text.replaceAll(colours, '').trim().toLowerCase();
  const known = severityOfWord.get(word) ?? severityOfWord.get(word.replaceAll(/^[[<(]|[\])>:]$/g, ''));
  if (known !== undefined) return known;
  const step = between.exec(word);
  if (step === null) return 0;
  return Math.min(Math.max((severityOfWord.get(step[1] ?? '') ?? 0) + Number(step[2]), 1), 24);
}

const syslogSeverities = [21, 19, 18, 17, 13, 10, 9, 5];
const monologSeverities: readonly (readonly [level: number, severity: number])[] = [
  [600, 21],
  [550, 19],
  [500, 18],
  [400, 17],
  [300, 13],
  [250, 10],
  [200, 9],
  [100, 5],
];

/** Severity number of a level that is a number: syslog's 0–7, what pino and bunyan count in tens, Monolog in hundreds. */
export function severityOfNumber(level: number): number {
  if (level >= 0 && level <= 7) return syslogSeverities[Math.floor(level)] ?? 0;
  if (level < 10 || level > 600) return 0;
  if (level >= 100) return monologSeverities.find(([from]) => level >= from)?.[1] ?? 0;
  return Math.min(Math.floor(level / 10), 6) * 4 - 3;
}
