// Levels of logs: from the severity number where there is one, else from the text that the logger wrote.

export const levelNames = ['', 'TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const;

/** Index into `levelNames` of OTLP's severity numbers 1–24. */
export function levelOf(severity: number): number {
  return severity >= 1 && severity <= 24 ? Math.ceil(severity / 4) : 0;
}

const severityOfWord = new Map<string, number>();
for (const [severity, words] of [
  [1, 'trace verbose finest silly all'],
  [5, 'debug dbg fine finer d'],
  [9, 'info information informational inf i log'],
  [10, 'notice'],
  [13, 'warn warning wrn w'],
  [17, 'error err e severe failure fail'],
  [18, 'critical crit'],
  [19, 'alert'],
  [21, 'fatal emerg emergency panic dpanic f ftl'],
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

/** 0 for a text that is no level. */
export function severityOfText(text: string): number {
  const word = text.trim().toLowerCase();
  return severityOfWord.get(word) ?? severityOfWord.get(word.replaceAll(/^[[<(]|[\])>:]$/g, '')) ?? 0;
}

const syslogSeverities = [21, 19, 18, 17, 13, 10, 9, 5];

/** Severity number of a level that is a number: syslog's 0–7, or what pino and bunyan count in tens. */
export function severityOfNumber(level: number): number {
  if (level >= 0 && level <= 7) return syslogSeverities[Math.floor(level)] ?? 0;
  if (level < 10) return 0;
  return Math.min(Math.floor(level / 10), 6) * 4 - 3;
}
