import { symbol, symbolCircle, symbolCross, symbolDiamond, symbolSquare, symbolTriangle, symbolWye } from 'd3-shape';
import { seriesClasses } from './chart.ts';

/** One shape for each series class, so that series are told apart without colour. */
const shapes = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond, symbolCross, symbolWye] as const;

/** The outline of the mark of the n-th series, from 0, around the origin. */
export function markShape(index: number, size = 34): string {
  return (
    symbol()
      .type(shapes[index % seriesClasses] ?? symbolCircle)
      .size(size)
      .digits(1)() ?? ''
  );
}
