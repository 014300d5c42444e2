import { LIMITS } from '@opsgraph/core'
import { ISSUE_CODES, SUBJECT_FIELDS } from '@opsgraph/core/pure'
import { z } from 'zod'

const { body, graph, cmdb, plan, transfer, mapping, webhookPolicy } = ISSUE_CODES
const ALL_ISSUE_CODES = [...new Set([...body, ...graph, ...cmdb, ...plan, ...transfer, ...mapping, ...webhookPolicy])]

const subject = z
  .strictObject({
    kind: z.enum(['node', 'edge']).meta({ description: 'Whether it is a node or an edge' }),
    index: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'The index in `nodes` or `edges`; null if the input was merged with a stored graph' }),
    id: z.string().nullable().meta({ description: 'Null without an id that can be stored', maxLength: LIMITS.name }),
    field: z
      .enum(SUBJECT_FIELDS)
      .nullable()
      .meta({ description: 'The field with the fault; null if the fault is in no single field' }),
  })
  .meta({ id: 'IssueSubject', description: 'The node or edge of a graph that an issue is about' })

/** One fault of the input. */
export const issue = z
  .strictObject({
    code: z.enum(ALL_ISSUE_CODES).meta({ description: 'The kind of fault' }),
    path: z.string().meta({ description: 'Its place in the input' }),
    message: z.string().meta({ description: 'What is wrong' }),
    subject: subject.optional(),
  })
  .meta({ id: 'Issue', description: 'One fault of the input' })

/** The body of an answer that reports an error (rules.md#error-answers-1). */
export const errorAnswer = z
  .strictObject({
    status: z.literal('error'),
    code: z.int().meta({ description: 'The HTTP status' }),
    message: z.string().meta({ description: 'What is wrong, where, and what to do' }),
    requestId: z.string().meta({ maxLength: LIMITS.requestId }),
    errors: z.array(issue).optional().meta({ description: 'All faults, if several can be reported together' }),
  })
  .meta({
    id: 'Error',
    description: 'Why a request is refused',
    examples: [
      {
        status: 'error',
        code: 400,
        message: 'invalid topology graph',
        requestId: '4f1c7a52-9d0b-4f7e-8f53-0c2f2d7a8b11',
        errors: [
          {
            code: 'missingLabel',
            path: 'nodes[2].label',
            message: 'a node needs a label',
            subject: { kind: 'node', index: 2, id: 'db', field: 'label' },
          },
        ],
      },
    ],
  })
