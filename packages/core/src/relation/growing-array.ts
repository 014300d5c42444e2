type Numbers = Int32Array<ArrayBuffer> | Int16Array<ArrayBuffer> | Uint8Array<ArrayBuffer> | Float64Array<ArrayBuffer>

/** A copy of twice the length; the new items are 0. */
export function grown<A extends Numbers>(array: A): A {
  const copy = new (array.constructor as new (length: number) => A)(array.length * 2)
  copy.set(array)
  return copy
}

/** The item at an index that exists. */
export function at(array: Numbers, index: number): number {
  return array[index] as number
}
