/** Styles of hints by the emoji with which a callout begins. */
const styles: [RegExp, string][] = [
  [/^(?:💡|ℹ|📌|📝|🔔|💬|🗒)/u, 'info'],
  [/^(?:✅|☑|✔|👍|🎉|🌱)/u, 'success'],
  [/^(?:⚠|🚧|❗|❕|✋|👀)/u, 'warning'],
  [/^(?:🚨|⛔|🛑|❌|🔥|☠|🚫|‼)/u, 'danger'],
]

/** Returns the style of a hint by the emoji of its callout; undefined for an emoji that only decorates. */
export const styleOfEmoji = (emoji: string): string | undefined => styles.find(([signs]) => signs.test(emoji))?.[1]
