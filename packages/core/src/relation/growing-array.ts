type Numbers = Int32Array<ArrayBuffer> | Int16Array<ArrayBuffer> | Uint8Array<ArrayBuffer> | Float64Array<ArrayBuffer>

/** Copies an array into a longer array, by default of twice the length. The new items are 0. */
export function grown<A extends Numbers>(array: A, length = array.length * 2): A {
  const copy = new (array.constructor as new (length: number) => A)(length)
  copy.set(array)
  return copy
}

/** Returns the item at an index. The array must contain this index. */
export function at(array: Numbers, index: number): number {
  return array[index] as number
}
