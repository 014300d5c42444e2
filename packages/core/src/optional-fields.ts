/** The fields of `T`, each of which may be left out. `null` counts as left out (rules.md#requests-5). */
export type OptionalFields<T> = { readonly [Field in keyof T]?: T[Field] | null | undefined }
