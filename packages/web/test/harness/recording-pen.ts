import type { Pen } from '../../src/graph/painting.js'

/** One painted shape or text, with the state of the pen at that time. */
export interface Painted {
  readonly kind: 'fill' | 'stroke' | 'fillText'
  /** The painted text, or the attribute `d` of the painted path; `''` if the path was traced with the pen. */
  readonly what: string
  readonly color: string
  readonly alpha: number
  readonly isDashed: boolean
  /** The position of the pen's origin. */
  readonly x: number
  readonly y: number
}

/** Replaces the class `Path2D` of browsers, and stores the path text `d` that is passed to its constructor. */
export class RecordedPath {
  readonly d: string
  constructor(d: string) {
    this.d = d
  }
}

const START = { fillStyle: '', strokeStyle: '', globalAlpha: 1, font: '', dash: [] as readonly number[], x: 0, y: 0 }

/** A canvas context that paints nothing and records every call that would paint. */
export class RecordingPen {
  readonly painted: Painted[] = []
  state = { ...START }
  readonly #saved: (typeof START)[] = []
  /** Whether the current path has anything to fill or to stroke. */
  #isTraced = false

  /**
   * Returns the recording pen with the type of a canvas context. If the tested code calls a method that the pen does
   * not have, the test fails.
   */
  get pen(): Pen {
    return new Proxy(this, {
      get: (target, name) => {
        if (name in target.state) return target.state[name as keyof typeof START]
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
      set: (target, name, value) => {
        Object.assign(target.state, { [name]: value })
        return true
      },
    }) as unknown as Pen
  }

  save(): void {
    this.#saved.push({ ...this.state })
  }

  restore(): void {
    this.state = this.#saved.pop() ?? this.state
  }

  translate(x: number, y: number): void {
    this.state.x += x
    this.state.y += y
  }

  setLineDash(dash: readonly number[]): void {
    this.state.dash = dash
  }

  measureText(text: string): { readonly width: number } {
    return { width: 7 * text.length }
  }

  fill(path?: RecordedPath): void {
    if (path || this.#isTraced) this.#paint('fill', path?.d ?? '', this.state.fillStyle)
  }

  stroke(path?: RecordedPath): void {
    if (path || this.#isTraced) this.#paint('stroke', path?.d ?? '', this.state.strokeStyle)
  }

  fillText(text: string, x: number, y: number): void {
    this.translate(x, y)
    this.#paint('fillText', text, this.state.fillStyle)
    this.translate(-x, -y)
  }

  strokeText(): void {}
  scale(): void {}
  closePath(): void {}
  lineTo(): void {}
  bezierCurveTo(): void {}

  beginPath(): void {
    this.#isTraced = false
  }

  moveTo(): void {
    this.#isTraced = true
  }

  roundRect(): void {
    this.#isTraced = true
  }

  arc(): void {
    this.#isTraced = true
  }

  #paint(kind: Painted['kind'], what: string, color: string): void {
    const { globalAlpha: alpha, dash, x, y } = this.state
    this.painted.push({ kind, what, color, alpha, isDashed: dash.length > 0, x, y })
  }
}
