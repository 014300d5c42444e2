declare module 'swagger-ui-dist/absolute-path.js' {
  /** The folder of the files of Swagger UI. */
  const folder: () => string
  export = folder
}
