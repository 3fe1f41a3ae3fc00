import type { VisitWords } from './en.ts'

export const ja: VisitWords = {
  visitTitle: 'サイトを開く',
  visitIncomplete: 'このアドレスは不完全です。サイトを直接開いてください。',
  visitHint: (email = '') =>
    `${email} としてサインインしています。別のアカウントがこのサイトを閲覧できる場合は、サインアウトしてからもう一度開いてください。`,
  programTitle: 'プログラムにサイトの閲覧を許可しますか？',
  programLead: (name: string, site: string, email = '') =>
    `「${name}」が、${email} として「${site}」を読む許可を求めています。あなたが閲覧できる内容すべてが対象で、期間は最長 90 日です。いつでも終了できます。`,
  programOnDevice: 'このプログラムはこの端末で動作しています。',
  programSentTo: (host: string) =>
    `許可は ${host} に送られます。このアドレスに心当たりがあり、今そこで依頼した場合だけ許可してください。`,
  programAllow: '許可',
  programRefuse: '拒否',
}
