/** Returns an object with some of its members replaced. */
export function overlaid<Whole extends object>(whole: Whole, members: Partial<Whole>): Whole {
  return new Proxy(whole, {
    get(target, name) {
      if (Object.hasOwn(members, name)) return Reflect.get(members, name)
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}
