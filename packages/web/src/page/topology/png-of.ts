/**
 * The maximum factor by which the drawing is enlarged. A picture that is twice as large is sharp on high-density
 * screens.
 */
const DENSITY = 2
/** The maximum length of a side of the picture in pixels, because browsers refuse larger canvases. */
const LONGEST = 8_192

/**
 * Converts an SVG drawing to a PNG picture. The picture of a large drawing has a lower resolution, because browsers
 * limit the size of a canvas.
 *
 * @throws Error if the browser cannot draw the picture
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
