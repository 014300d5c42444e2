import { describe, expect, it } from 'vitest'
import { statementsOf } from './statements-of.js'

describe('statementsOf', () => {
  it('should split at each semicolon at the end of a line', () => {
    const script = "\ncreate table a (\n  id text default ';'\n);\ncreate index b on a (id);\n\ndrop table c"
    expect(statementsOf(script)).toEqual([
      "create table a (\n  id text default ';'\n);",
      'create index b on a (id);',
      'drop table c',
    ])
  })

  it('should keep the body of a function whole', () => {
    const create = 'create function f() returns void language plpgsql as $$\nbegin\n  perform 1;\nend;\n$$;'
    expect(statementsOf(`${create}\nselect f();\n`)).toEqual([create, 'select f();'])
  })

  it.each(['', '\n', ' \n\n'])('should find no statement in %j', (script) => {
    expect(statementsOf(script)).toEqual([])
  })
})
