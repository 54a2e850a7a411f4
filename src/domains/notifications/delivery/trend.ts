// The trend of a monitor as a small picture: its last values, and the lines that they are held against. Pure.

import { png } from '../../../lib/png.ts';
import type { Message } from '../message.ts';

const width = 480;
const height = 120;
const margin = 6;

const [paper, value, alert, warning] = [0, 1, 2, 3];
const palette = [
  [255, 255, 255],
  [37, 99, 235],
  [220, 38, 38],
  [217, 119, 6],
] as const;

/** Null where there is nothing to draw. Where there was no value there is no line. */
export function trendPicture(trend: Message['trend']): Buffer | null {
  const points = trend?.points ?? [];
  const found = points.flatMap(([, one]) => (one !== null && Number.isFinite(one) ? [one] : []));
  if (trend === undefined || found.length < 2) return null;
  const lines = [trend.alert, ...(trend.warning === null ? [] : [trend.warning])];
  const values = [...found, ...lines];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const [first, last] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0];
  const x = (time: number) => scaled(time, first, last, margin, width - margin - 1);
  const y = (one: number) => scaled(one, low, high, height - margin - 1, margin);
  const pixels = new Uint8Array(width * height).fill(paper);
  const dot = (atX: number, atY: number, colour: number) => {
    if (atX >= 0 && atX < width && atY >= 0 && atY < height) pixels[atY * width + atX] = colour;
  };
  for (const [index, line] of lines.entries()) {
    for (let atX = margin; atX < width - margin; atX++) {
      if (atX % 8 < 5) dot(atX, y(line), index === 0 ? alert : warning);
    }
  }
  let before: [number, number] | undefined;
  for (const [time, one] of points) {
    if (one === null || !Number.isFinite(one)) {
      before = undefined;
      continue;
    }
    const here: [number, number] = [x(time), y(one)];
    stroke(before ?? here, here, (atX, atY) => {
      dot(atX, atY, value);
      dot(atX, atY + 1, value);
    });
    before = here;
  }
  return png({ width, height, pixels, palette });
}

function scaled(one: number, low: number, high: number, from: number, to: number): number {
  return high === low ? Math.round((from + to) / 2) : Math.round(from + ((one - low) / (high - low)) * (to - from));
}

function stroke(
  [fromX, fromY]: [number, number],
  [toX, toY]: [number, number],
  dot: (x: number, y: number) => void,
): void {
  const steps = Math.max(Math.abs(toX - fromX), Math.abs(toY - fromY), 1);
  for (let step = 0; step <= steps; step++) {
    dot(Math.round(fromX + ((toX - fromX) * step) / steps), Math.round(fromY + ((toY - fromY) * step) / steps));
  }
}
