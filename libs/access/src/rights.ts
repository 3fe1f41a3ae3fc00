import { type Confirm, Overtaken } from '@quire/kit'
import type { Access } from './access.ts'
import type { AccessContext } from './authorize.ts'

type Authorize = (context: AccessContext) => Promise<Access>

/** What a request adds to its context to decide by. */
export interface Rights {
  /** What the rule found. After `askAgain` it is what held then. */
  access: Access
  /** What the handler asked for beside it (`reading` of the kit). */
  row: unknown
  /**
   * Applies the operation's rule again, under a lock that keeps changes of rights away: what was found before is as old
   * as the wait for the lock (docs/adr/0032). Throws 403 and 404 as the first time, and `Overtaken` where the path's
   * thing belongs to another organization by now: the lock was on the wrong one. After this nobody asks at the end of
   * the write.
   */
  askAgain(): Promise<void>
}

/**
 * Applies the rule to a request. Where that was done for its preparation (`earlier`), what was found then counts: a write
 * asks again at its end in any case.
 */
export async function rightsOf(
  authorize: Authorize,
  context: AccessContext & { decided: () => void },
  earlier: object = {},
): Promise<Rights> {
  const access = 'access' in earlier ? (earlier.access as Access) : await authorize(context)
  return {
    access,
    row: access.row,
    async askAgain() {
      const { organizationId } = access
      access.become(await authorize(context))
      if (!access.isUnknown && access.organizationId !== organizationId)
        throw new Overtaken('it went elsewhere meanwhile')
      context.decided()
    },
  }
}

/**
 * The check at the end of each write that did not ask again by itself. Where the level has changed since the handler
 * decided by it, the write runs again from the beginning.
 */
export const confirmWith = (authorize: Authorize): Confirm => confirm(authorize) as Confirm

const confirm = (authorize: Authorize) => async (context: AccessContext & Pick<Rights, 'access'>) => {
  if (!context.access.agreesWith(await authorize(context)))
    throw new Overtaken('the rights of the caller changed meanwhile')
}
