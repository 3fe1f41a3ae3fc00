import { z } from 'zod'

const localPart = /^[^\s@"<>(),:;]{1,64}$/u
const asciiDomain = /^(?=.{3,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i

/** A host name in ASCII, lower-cased; an international one is written in its `xn--` form. */
export const EmailDomain = z
  .string()
  .trim()
  .regex(asciiDomain, 'must be a domain such as example.com')
  .transform((domain) => domain.toLowerCase())

/**
 * An e-mail address, trimmed, its domain lower-cased. Nothing else is normalized: if two different addresses became one,
 * a person could get an account by the address of another.
 */
export const Email = z
  .string()
  .trim()
  .max(318)
  .transform((value) => {
    const at = value.lastIndexOf('@')
    return { local: value.slice(0, Math.max(at, 0)), domain: value.slice(at + 1) }
  })
  .refine(({ local, domain }) => localPart.test(local) && asciiDomain.test(domain), 'must be an e-mail address')
  .transform(({ local, domain }) => `${local}@${domain.toLowerCase()}`)
