import type { ReactNode } from 'react'
import { buttonClass } from './button.tsx'
import { storeNext } from './stored-next.ts'

interface SignOnLinkProps {
  organizationId: string
  /** The page of the installation that leads on to the organization's provider. */
  address: string
  /** The path that the sign-in leads to at its end; the screen that is open unless it is given. */
  next?: string | undefined
  kind?: 'primary' | 'plain'
  children: ReactNode
}

/** Leads to the single sign-on of an organization, and from its end back. */
export const SignOnLink = ({ organizationId, address, next, kind, children }: SignOnLinkProps) => (
  <a
    className={buttonClass(kind)}
    href={address}
    onClick={() => storeNext(organizationId, next ?? location.href.slice(location.origin.length))}
  >
    {children}
  </a>
)
