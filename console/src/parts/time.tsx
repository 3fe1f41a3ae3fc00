import { useWords } from '../words/words.ts'

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** A moment as people say it, such as "3 hours ago"; its title has date and time. */
export function Time({ at }: { at: string }) {
  const { language, justNow } = useWords()
  const date = new Date(at)
  const seconds = Math.round((date.getTime() - Date.now()) / 1000)
  const [unit, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? []
  const text =
    unit && length
      ? new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(rounded(seconds / length), unit)
      : justNow
  return (
    <time
      dateTime={at}
      title={new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short' }).format(date)}
    >
      {text}
    </time>
  )
}

/** Rounds a time to come, since a week from now is "in 7 days" a moment later; a past time has whole units. */
const rounded = (count: number) => (count > 0 ? Math.round(count) : Math.trunc(count))
