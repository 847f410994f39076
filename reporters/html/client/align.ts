/** A pair of indexes into two lists; one is absent where the other list has something of its own. */
export interface Aligned {
  readonly left?: number;
  readonly right?: number;
}

/**
 * Two lists beside each other, so that as much as possible of what they share stands side by side.
 *
 * Beyond some 700 differing entries on both sides what differs is not searched any more: it stands as one block.
 *
 * Runs in the page as well: it refers to nothing outside itself.
 */
export function align(left: readonly string[], right: readonly string[]): readonly Aligned[] {
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let leftEnd = left.length;
  let rightEnd = right.length;
  while (leftEnd > start && rightEnd > start && left[leftEnd - 1] === right[rightEnd - 1]) {
    leftEnd -= 1;
    rightEnd -= 1;
  }
  const rows: Aligned[] = [];
  for (let index = 0; index < start; index += 1) rows.push({ left: index, right: index });

  const height = leftEnd - start;
  const width = rightEnd - start;
  const searched = height * width <= 500_000;
  // Lengths of the longest common subsequences of what is left of both, from the end.
  const lengths = new Uint16Array(searched ? (height + 1) * (width + 1) : 0);
  const lengthAt = (row: number, column: number): number => lengths[row * (width + 1) + column] ?? 0;
  for (let row = searched ? height - 1 : -1; row >= 0; row -= 1) {
    for (let column = width - 1; column >= 0; column -= 1) {
      lengths[row * (width + 1) + column] =
        left[start + row] === right[start + column]
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
    }
  }
  let row = 0;
  let column = 0;
  while (row < height || column < width) {
    if (searched && row < height && column < width && left[start + row] === right[start + column]) {
      rows.push({ left: start + row, right: start + column });
      row += 1;
      column += 1;
    } else if (row < height && (column >= width || lengthAt(row + 1, column) >= lengthAt(row, column + 1))) {
      rows.push({ left: start + row });
      row += 1;
    } else {
      rows.push({ right: start + column });
      column += 1;
    }
  }
  for (let index = 0; leftEnd + index < left.length; index += 1) {
    rows.push({ left: leftEnd + index, right: rightEnd + index });
  }
  return rows;
}
