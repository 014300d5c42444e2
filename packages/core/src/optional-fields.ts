/** The fields of `T`, each optional. `null` counts as missing (rules.md#requests-5). */
export type OptionalFields<T> = { readonly [Field in keyof T]?: T[Field] | null | undefined }
