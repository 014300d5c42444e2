/** Pixels of the picture per pixel of the drawing, so that it is sharp on screens with a high density. */
const DENSITY = 2
/** The longest side of a picture in pixels; browsers refuse larger canvases. */
const LONGEST = 8_192

/**
 * Converts an SVG drawing to a PNG picture; a large drawing gets a lower density.
 *
 * @throws Error if the browser cannot draw it
 */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const scale = Math.min(DENSITY, LONGEST / image.naturalWidth, LONGEST / image.naturalHeight)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.naturalWidth * scale))
  canvas.height = Math.max(1, Math.round(image.naturalHeight * scale))
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (blob === null) throw new Error('the browser cannot make a picture of this size: export it as SVG')
  return blob
}
