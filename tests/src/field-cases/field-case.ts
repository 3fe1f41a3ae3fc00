import type { Stage } from '../authorization/row-types.ts'

/** An answer's body, whatever its shape. */
// biome-ignore lint/suspicious/noExplicitAny: every reply was checked against its contract already
export type Reply = any

export interface CaseStage extends Stage {
  /** Performs an operation on what was seeded, as the administrator; answers the reply. */
  made(id: string, params: object, body: object): Promise<Reply>
}

/** The special case of one optional field of a body. */
export interface FieldCase {
  /** A value whose validity depends on more than its schema; `params` and `also` go with it. */
  value?: (stage: CaseStage) => unknown
  params?: (stage: CaseStage) => Promise<Record<string, string>>
  also?: (stage: CaseStage) => object
  /** Returns the value of the field in the reply if it is not under its name, or `value` if the reply has another form of it. */
  presented?: (reply: Reply, value: unknown) => unknown
  /** The reason that the reply does not contain the value. */
  unseen?: string
  /** The reason that null is refused with 400, though the schema accepts it. */
  notNull?: string
  /** The status that refuses every value, and the reason. */
  refused?: [status: number, why: string]
}

/** The value is at this path of the reply. */
export const elsewhere = (...path: string[]): Pick<FieldCase, 'presented'> => ({
  presented: (reply) => path.reduce((inner, name) => inner?.[name], reply),
})

/** The reply has the number of values under this name. */
export const counted = (name: string): Pick<FieldCase, 'presented'> => ({
  presented: (reply, value) => (Array.isArray(value) && reply[name] === value.length ? value : reply[name]),
})

/** A moment a day ahead, in whole seconds. */
export const inADay = () => `${new Date(Date.now() + 24 * 3600_000).toISOString().slice(0, 19)}.000Z`

export const newOrganization = async ({ createOrganization }: CaseStage) => ({
  organizationId: await createOrganization(),
})

export const collection = ({ seeded }: Stage) => seeded.collectionId
