import t from 'tap';
import { jsonCells, jsonMember } from '../../src/lib/json-cells.ts';
import { random } from '../support/random.ts';

t.test('cells are the texts they were', async (t) => {
  const cases: [string, string[]][] = [
    ['[]', []],
    ['[1]', ['1']],
    ['["a", 18446744073709551615, null, true, -0.5e-7]', ['"a"', '18446744073709551615', 'null', 'true', '-0.5e-7']],
    ['["a,b]", [1,[2,"]"]], {"x":[1,{"y":"}"}]}]', ['"a,b]"', '[1,[2,"]"]]', '{"x":[1,{"y":"}"}]}']],
    [
      String.raw`["\"", "\\", "\\\"", ",\\"]`,
      [String.raw`"\""`, String.raw`"\\"`, String.raw`"\\\""`, String.raw`",\\"`],
    ],
    ['[[], {}, ""]', ['[]', '{}', '""']],
  ];
  for (const [line, cells] of cases) t.same(jsonCells(line), cells, line);
});

t.test('a member is the text of what stands under its name, in the object itself', async (t) => {
  const cases: [string, string | undefined][] = [
    ['{"n":1}', '1'],
    ['{"a":{"n":2},"n":{"n":[3,"}"]}}', '{"n":[3,"}"]}'],
    ['{"n":1,"b":"\\",","n":"2"}', '"2"'],
    ['{"nn":1,"a":"n","b":["n",{"n":1}]}', undefined],
    ['{}', undefined],
    ['[{"n":1}]', undefined],
    ['"n"', undefined],
    ['null', undefined],
  ];
  for (const [json, value] of cases) t.equal(jsonMember(json, 'n'), value, json);
});

t.test('any array comes apart into what its parts print as', async (t) => {
  const { below } = random(3);
  const texts = ['', 'a', '"', '\\', '],', '{"', '\n\u2028', '⇒', '\\"'];
  const value = (depth: number): unknown => {
    const kind = below(depth > 3 ? 4 : 6);
    if (kind === 0) return texts[below(texts.length)];
    if (kind === 1) return below(1000) - 500;
    if (kind === 2) return null;
    if (kind === 3) return below(2) === 0;
    const items = Array.from({ length: below(4) }, () => value(depth + 1));
    return kind === 4 ? items : Object.fromEntries(items.map((item, i) => [`${texts[i] ?? i}`, item]));
  };
  for (let round = 0; round < 2_000; round++) {
    const cells = Array.from({ length: below(6) }, () => value(0));
    t.same(
      jsonCells(JSON.stringify(cells)),
      cells.map((cell) => JSON.stringify(cell)),
    );
  }
});
