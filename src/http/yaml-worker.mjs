// Makes JSON text of one YAML document, or the other way round, on a thread of its own: a document is small, what it costs may not be.
// Plain JavaScript, because a worker starts without the loader that the service itself runs under.
/* oxlint-disable unicorn/require-post-message-target-origin -- a worker's port has no origins */
import { parentPort } from 'node:worker_threads';
import { yamlText } from '../lib/yaml-text.mjs';
import { Composer, isAlias, isMap, isPair, isScalar, isSeq, LineCounter, Parser, Lexer, Scalar } from 'yaml';

const depthMax = 64;

class Fault extends Error {
  constructor(message, offset) {
    super(message);
    this.offset = offset;
  }
}

parentPort.on('message', ({ json, text, tokensMax, jsonCharsMax }) => {
  const lines = new LineCounter();
  try {
    const made = json === undefined ? jsonOf(text, lines, tokensMax, jsonCharsMax) : yamlText(JSON.parse(json));
    parentPort.postMessage({ made });
  } catch (error) {
    const at = error instanceof Fault && error.offset !== undefined ? lines.linePos(error.offset) : undefined;
    const message = error instanceof Fault ? error.message : 'it is nested too deeply';
    parentPort.postMessage({ fault: { message, line: at?.line, column: at?.col } });
  }
});
parentPort.postMessage('ready');

function jsonOf(text, lines, tokensMax, jsonCharsMax) {
  // Repeated keys are looked for below: the library compares each key with each.
  const composer = new Composer({ uniqueKeys: false, prettyErrors: false, schema: 'core' });
  // It would note every fault and go on: hostile documents have little else. On its way out it reports what is thrown once more.
  let first;
  composer.onError = (source, _code, message) => {
    first ??= new Fault(message, typeof source === 'number' ? source : (source[0] ?? source.offset));
    throw first;
  };
  const documents = composer.compose(tokensOf(text, lines, tokensMax), true, text.length);
  const { value: document } = documents.next();
  const second = documents.next();
  if (!second.done) throw new Fault('it holds more than one document', second.value.range[0]);
  return document.contents === null ? 'null' : jsonWriter(jsonCharsMax)(document.contents, 0);
}

/** The library's own parser, stopped as soon as it has too much, or something wrong. */
function* tokensOf(text, lines, tokensMax) {
  lines.addNewLine(0);
  const parser = new Parser(lines.addNewLine);
  let count = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (++count > tokensMax) throw new Fault(`it has more than ${tokensMax} tokens; larger ones can be sent as JSON`);
    yield* checked(parser.next(lexeme));
    if (parser.stack.length > 2 * depthMax + 2) {
      throw new Fault(`it is nested deeper than ${depthMax} levels`, parser.offset);
    }
  }
  yield* checked(parser.end());
}

function* checked(tokens) {
  for (const token of tokens) {
    if (token.type === 'error') throw new Fault(token.message, token.offset);
    yield token;
  }
}

/** Writes nodes as JSON text. What an alias repeats is copied as text and counted, so that no document can grow without end. */
function jsonWriter(jsonCharsMax) {
  const anchors = new Map();
  let written = 0;
  const count = (text, node) => {
    written += text.length;
    if (written > jsonCharsMax) throw new Fault(`it grows beyond ${jsonCharsMax} characters`, node.range?.[0]);
    return text;
  };
  const write = (node, depth) => {
    if (node === null) return count('null', {});
    if (depth > depthMax) throw new Fault(`it is nested deeper than ${depthMax} levels`, node.range?.[0]);
    if (isAlias(node)) {
      const copied = anchors.get(node.source);
      if (copied === undefined) throw new Fault(`*${node.source} stands for nothing that is complete`, node.range[0]);
      return count(copied, node);
    }
    if (node.anchor) anchors.delete(node.anchor);
    const text = isScalar(node) ? count(scalar(node), node) : inside(node, depth);
    if (node.anchor) anchors.set(node.anchor, text);
    return text;
  };
  const inside = (node, depth) => {
    if (isSeq(node)) {
      const items = node.items.map((item) => {
        if (isPair(item)) throw new Fault('a pair stands in a list; write it as a map', node.range[0]);
        return write(item, depth + 1);
      });
      return `[${items.join(',')}]`;
    }
    if (!isMap(node)) throw new Fault('it holds something that JSON does not have', node.range?.[0]);
    const seen = new Set();
    let taken = [];
    const pairs = node.items.flatMap(({ key, value }) => {
      if (!isScalar(key) || key.value === null) throw new Fault('a key must be plain text', (key ?? node).range[0]);
      const name = typeof key.value === 'string' ? key.value : key.source;
      if (seen.has(name)) throw new Fault(`the key ${JSON.stringify(name.slice(0, 100))} is there twice`, key.range[0]);
      seen.add(name);
      if (name === '<<' && key.type === Scalar.PLAIN) {
        taken = takenOver(value, depth, key);
        return [];
      }
      if (key.anchor) anchors.set(key.anchor, JSON.stringify(name));
      return [`${count(JSON.stringify(name), key)}:${write(value, depth + 1)}`];
    });
    const others = taken.filter(([name]) => !seen.has(name));
    return `{${[...others.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`), ...pairs].join(',')}}`;
  };
  /** `<<: *base` gives a map what `base` has and the map does not; of several the first that has it counts. */
  const takenOver = (node, depth, key) => {
    const maps = [JSON.parse(write(node, depth + 1))].flat();
    if (maps.some((map) => typeof map !== 'object' || map === null || Array.isArray(map)))
      throw new Fault('<< takes over a map, or a list of maps', key.range[0]);
    return [...new Map(maps.toReversed().flatMap((map) => Object.entries(map)))];
  };
  return write;
}

function scalar(node) {
  const { value } = node;
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new Fault('a number must be finite', node.range[0]);
  }
  if (value !== null && !['string', 'number', 'boolean'].includes(typeof value)) {
    throw new Fault('it holds something that JSON does not have', node.range[0]);
  }
  return JSON.stringify(value);
}
