import mark from './mark.svg'

/** The logo of opsgraph. `size` is its width and height in pixels. */
export function Mark({ size }: { readonly size: number }) {
  return <img src={mark} width={size} height={size} alt="" />
}
