// An engine notes a block's token a moment before the block itself is there. Killed between the two, it would take every
// later try for a repeat of what it does not have: a block of a table would be lost, and one of a view, which nobody can
// ask for by its token, for good. Before an engine starts, tokens of blocks that are not there are struck from its notes.

import { open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

const notes = 'deduplication_logs';
const noted = '1';
const partName = /^(?<partition>[^_]+)_(?<from>\d+)_(?<to>\d+)_\d+(?:_\d+)?$/;

interface Part {
  readonly partition: string;
  readonly from: number;
  readonly to: number;
}

/** `data` is that of an engine that does not run; `scratch` lies on the same file system. Answers how many were struck. */
export async function forgetLostBlocks(data: string, scratch: string): Promise<number> {
  let struck = 0;
  const store = join(data, 'store');
  for (const group of await namesIn(store))
    for (const table of await namesIn(join(store, group)))
      struck += await forgetInTable(join(store, group, table), scratch);
  return struck;
}

async function forgetInTable(table: string, scratch: string): Promise<number> {
  const files = await namesIn(join(table, notes));
  if (files.length === 0) return 0;
  const parts = (await namesIn(table)).flatMap((name) => partOf(name) ?? []);
  // A part that was merged is covered by what it was merged into.
  const isThere = ({ partition, from, to }: Part) =>
    parts.some((part) => part.partition === partition && part.from <= from && part.to >= to);
  let struck = 0;
  for (const file of files) {
    const path = join(table, notes, file);
    const lines = (await readFile(path, 'utf8')).split('\n');
    const kept = lines.filter((line) => {
      const [operation, name = ''] = line.split('\t');
      const part = operation === noted ? partOf(name) : undefined;
      return part === undefined || isThere(part);
    });
    if (kept.length === lines.length) continue;
    struck += lines.length - kept.length;
    await replace(path, kept.join('\n'), join(scratch, file));
  }
  return struck;
}

function partOf(name: string): Part | undefined {
  const found = partName.exec(name)?.groups;
  if (found === undefined) return undefined;
  return { partition: found['partition'] ?? '', from: Number(found['from']), to: Number(found['to']) };
}

/** The engine reads every name in the folder of its notes: the new text is made elsewhere. */
async function replace(path: string, text: string, temporary: string): Promise<void> {
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    const isNone = error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
    if (isNone) return [];
    throw error;
  }
}
