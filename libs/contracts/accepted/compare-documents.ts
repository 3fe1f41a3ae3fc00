import { compareReply, compareSent, type Sides } from './compare-schemas.ts'
import { type DescribedOperation, Document, operationsOf, schemaOf } from './document.ts'

/** Returns the changes in `next` that break a client written for `accepted`, one line each. */
export function breakages(accepted: unknown, next: unknown): string[] {
  const [before, after] = [Document.parse(accepted), Document.parse(next)]
  const known = operationsOf(after)
  return [...operationsOf(before)].flatMap(([key, operation]) => {
    const now = known.get(key)
    if (!now || now.operationId !== operation.operationId) return [`${key} (${operation.operationId}) is gone`]
    return compareOperation({ before, after, compared: new Set() }, operation, now)
  })
}

function compareOperation(sides: Sides, before: DescribedOperation, after: DescribedOperation): string[] {
  const id = before.operationId
  const body = schemaOf(before.requestBody)
  const newBody = schemaOf(after.requestBody)
  return [
    ...compareParameters(sides, before, after),
    ...(body && newBody ? compareSent(sides, body, newBody, `${id}: body`) : []),
    ...(newBody?.required?.length && !body ? [`${id}: needs a body now`] : []),
    ...Object.entries(before.responses).flatMap(([status, reply]) => {
      const now = after.responses[status]
      if (!now) return [`${id}: the status ${status} is gone`]
      const [schema, newSchema] = [schemaOf(reply), schemaOf(now)]
      if (!schema) return []
      return newSchema ? compareReply(sides, schema, newSchema, `${id}: ${status}`) : [`${id}: ${status} lost its body`]
    }),
  ]
}

function compareParameters(sides: Sides, before: DescribedOperation, after: DescribedOperation): string[] {
  const find = ({ parameters }: DescribedOperation, one: { name: string; in: string }) =>
    parameters.find(({ name, in: location }) => name === one.name && location === one.in)
  const at = (one: { name: string; in: string }) => `${before.operationId}: ${one.in}.${one.name}`
  const removed = before.parameters.filter((one) => !find(after, one)).map((one) => `${at(one)} is gone`)
  const changed = after.parameters.flatMap((one) => {
    const was = find(before, one)
    return [
      ...(one.required && !was?.required ? [`${at(one)} is now required`] : []),
      ...(was ? compareSent(sides, was.schema, one.schema, at(one)) : []),
    ]
  })
  return [...removed, ...changed]
}
