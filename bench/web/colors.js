/** @type {Readonly<Record<string, string>>} */
export const COLORS = { critical: '#cf222e', major: '#bc4c00', minor: '#8a6100', warning: '#0969da', none: '#57606a' }
export const SIZE = { width: 180, height: 60 }
