import { type Confirm, Overtaken } from '@quire/kit'
import type { AccessContext } from './access-context.ts'
import type { Access } from './access-findings.ts'

type Authorize = (context: AccessContext) => Promise<Access>

/** The part of a request's context that handlers decide by. */
export interface Rights {
  /** The findings of the rule; after `askAgain`, those of the second check. */
  access: Access
  /** The row that the handler asked for (`reading` of the kit). */
  row: unknown
  /**
   * Applies the operation's rule again, under a lock that prevents changes of rights: the first findings are as old as the
   * wait for the lock (docs/adr/0013). Throws 403 and 404 like the first check, and `Overtaken` if the resource belongs to
   * another organization by now, because the lock was on the wrong one. The check at the end of the write is then skipped.
   */
  askAgain(): Promise<void>
}

/**
 * Applies the rule to a request. Reuses the findings of its preparation (`earlier`), if any: a write checks again at its
 * end in any case.
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
 * Creates the check at the end of each write that did not call `askAgain`. If the rights have changed since the handler
 * decided by them, the write runs again from the beginning.
 */
export const confirmWith = (authorize: Authorize): Confirm => confirm(authorize) as Confirm

const confirm = (authorize: Authorize) => async (context: AccessContext & Pick<Rights, 'access'>) => {
  if (!context.access.agreesWith(await authorize(context)))
    throw new Overtaken('the rights of the caller changed meanwhile')
}
