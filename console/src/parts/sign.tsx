import { emojiOf } from './emoji.ts'
import { NamedIcon } from './named-icon.tsx'

/** The sign beside a title: an emoji by its code, else an icon by its name. */
export interface SignValue {
  emoji?: string | undefined
  icon?: string | undefined
}

/** True if something has a sign. */
export const hasSign = ({ emoji, icon }: SignValue) => Boolean(emoji || icon)

/** Draws the sign of a page as sites do; nothing if it has none. Screen readers skip it. */
export function Sign({ emoji, icon, className }: SignValue & { className?: string | undefined }) {
  if (emoji)
    return (
      <span className={className} aria-hidden="true">
        {emojiOf(emoji)}
      </span>
    )
  return icon ? <NamedIcon name={icon} className={className} /> : null
}
