import styles from './icon.module.css'
import mark from './mark.svg'

/** The icons, as line drawings of 16 x 16 pixels. Each text is the attribute `d` of an SVG path. */
const ICONS = {
  alert: 'M8 2.2 14.6 13.6H1.4ZM8 6.4v3.4M8 11.8v.1',
  audit: 'M3.5 2h7L13 4.5V14H3.5ZM6 6h4.5M6 8.5h4.5M6 11h3',
  bell: 'M8 2a4 4 0 0 0-4 4v3.2L2.5 11.5h11L12 9.2V6a4 4 0 0 0-4-4ZM6.6 13.8h2.8',
  catalog: 'M2.5 3h11v10h-11ZM2.5 6.3h11M2.5 9.7h11M5.8 6.3V13',
  check: 'm3 8.5 3.2 3.2L13 5',
  close: 'm4 4 8 8M12 4l-8 8',
  copy: 'M5.5 5.5h8v8h-8ZM10.5 5.5v-3h-8v8h3',
  dark: 'M13.4 9.6A6 6 0 1 1 6.4 2.6a5 5 0 0 0 7 7Z',
  down: 'M8 3v9.5M4.5 9.2 8 12.7l3.5-3.5',
  download: 'M8 2.5v7.5M4.8 7.2 8 10.3l3.2-3.1M2.5 13.5h11',
  edit: 'M2.5 13.5v-2.8l8-8 2.8 2.8-8 8ZM8.8 4.4l2.8 2.8',
  environment: 'm8 2 6 3.2-6 3.2-6-3.2ZM2 8l6 3.2L14 8M2 10.8 8 14l6-3.2',
  fit: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  heartbeat: 'M1.5 8.5h3l1.8-5 3 9 1.7-4h3.5',
  import: 'M8 10V2.5M4.8 5.6 8 2.5l3.2 3.1M2.5 10v3.5h11V10',
  info: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 1 0 8 1.8M8 7.2v4M8 4.9v.1',
  key: 'M9 7a3 3 0 1 0-.9 2.1L9.5 10.5H11V12h1.5v1.5H14v-2.6L9 7ZM5.5 6.5h.1',
  light:
    'M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 1 0 0-5.6M8 1.5v1.2M8 13.3v1.2M1.5 8h1.2M13.3 8h1.2M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9',
  maintenance: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 1 0 8 1.8M8 4.5V8l2.5 1.8',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  minus: 'M3.5 8h9',
  plus: 'M8 3.5v9M3.5 8h9',
  policy: 'M8 1.8 13.5 4v4c0 3-2.3 5.2-5.5 6.2C4.8 13.2 2.5 11 2.5 8V4Z',
  redo: 'M13 6.5H6.5a3.5 3.5 0 0 0 0 7H9M10 3.5l3 3-3 3',
  refresh: 'M13 3v3.2H9.8M3 13V9.8h3.2M12.7 6.2A5.2 5.2 0 0 0 3.4 5.6M3.3 9.8a5.2 5.2 0 0 0 9.3.6',
  resource: 'M2.5 3h11v4h-11ZM2.5 9h11v4h-11ZM5 5h.1M5 11h.1',
  search: 'M7 2.8a4.2 4.2 0 1 0 0 8.4 4.2 4.2 0 1 0 0-8.4M10.2 10.2l3.3 3.3',
  service:
    'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 1 0 8 1.8M1.8 8h12.4M8 1.8c3.6 3.6 3.6 8.8 0 12.4M8 1.8c-3.6 3.6-3.6 8.8 0 12.4',
  'sign-out': 'M9.5 2.5h-6v11h6M7 8h7M11.3 5.3 14 8l-2.7 2.7',
  system: 'M2 3h12v8H2ZM5.5 13.5h5M8 11v2.5',
  topology:
    'M8 1.8a1.9 1.9 0 1 0 0 3.8 1.9 1.9 0 1 0 0-3.8M3.6 10.4a1.9 1.9 0 1 0 0 3.8 1.9 1.9 0 1 0 0-3.8M12.4 10.4a1.9 1.9 0 1 0 0 3.8 1.9 1.9 0 1 0 0-3.8M8 5.6v1.6M8 7.2c0 2-4.4 1-4.4 3.2M8 7.2c0 2 4.4 1 4.4 3.2',
  trash: 'M2.5 4.2h11M6 4.2V2.5h4v1.7M4 4.2l.7 9.3h6.6l.7-9.3M6.7 7v4M9.3 7v4',
  undo: 'M3 6.5h6.5a3.5 3.5 0 0 1 0 7H7M6 3.5l-3 3 3 3',
  up: 'M8 13V3.5M4.5 6.8 8 3.3l3.5 3.5',
  webhook:
    'M6.2 6.4a2.6 2.6 0 1 1 3.7-.3L12 9.6M5 8.2a2.6 2.6 0 1 0 2.5 3.6h3.6M12.4 9.6a2.6 2.6 0 1 1-2 4M8 4.4 5.2 9.6',
} as const

export type IconName = keyof typeof ICONS

/** An icon. It is hidden from screen readers, because the text beside it or the label of its button says the same. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 16 16" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  )
}

/** The logo of opsgraph. `size` is its width and height in pixels. */
export function Logo({ size }: { readonly size: number }) {
  return <img src={mark} width={size} height={size} alt="" />
}
