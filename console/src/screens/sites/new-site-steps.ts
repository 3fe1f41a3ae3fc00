import type { MadeParts } from './create-site.ts'

/** The step at which a site is created: a look at what was chosen. */
export const lastStep = 3

interface StepInput {
  /** The step of the address, which the buttons of the browser lead back through. */
  asked: number
  /** The title that was given so far. */
  title: string
  made: MadeParts
}

/** True if parts of the site exist: they are not made again, so their source can no longer be changed. */
export const isBegun = ({ spaceId, siteId }: MadeParts) => spaceId !== undefined || siteId !== undefined

/** Returns the step to show: the last one as soon as parts of the site exist, and none that lacks what comes before it. */
export function stepOf({ asked, title, made }: StepInput): number {
  if (isBegun(made)) return lastStep
  // A site without a title cannot be looked at yet.
  return title === '' ? Math.min(asked, 2) : asked
}
