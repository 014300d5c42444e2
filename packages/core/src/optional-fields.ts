/** The fields of `T`. Each field may be left out, and `null` counts as left out (rules.md#requests-5). */
export type OptionalFields<T> = { readonly [Field in keyof T]?: T[Field] | null | undefined }
