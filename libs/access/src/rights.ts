import { type Confirm, Overtaken } from '@quire/kit'
import type { Access } from './access.ts'
import type { AccessContext } from './authorize.ts'

type Authorize = (context: AccessContext) => Promise<Access>

/** What a request adds to its context to decide by. */
export interface Rights {
  /** What the rule found. A write that asks again finds here what holds by then. */
  access: Access
  /**
   * Applies the operation's rule again, where a lock keeps changes of rights away: what was found before the lock is as
   * old as the wait for it (docs/adr/0032). Throws 403 and 404 as the first time, and `Overtaken` where the path's
   * thing belongs to another organization by now: the lock was on the wrong one. From then on nobody asks at the end of
   * the write.
   */
  askAgain(): Promise<void>
}

/** Applies the rule to a request. */
export async function rightsOf(
  authorize: Authorize,
  context: AccessContext & { decided: () => void },
): Promise<Rights> {
  const access = await authorize(context)
  return {
    access,
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
 * What a service does at the end of each write that did not ask again by itself. A handler that decided by a level
 * which is another one by now runs again from the beginning.
 */
export const confirmWith = (authorize: Authorize): Confirm => confirm(authorize) as Confirm

const confirm = (authorize: Authorize) => async (context: AccessContext & Pick<Rights, 'access'>) => {
  if (!context.access.agreesWith(await authorize(context)))
    throw new Overtaken('the rights of the caller changed meanwhile')
}
