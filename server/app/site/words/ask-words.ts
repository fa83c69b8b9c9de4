/** The fixed texts of asking a doctor without an account, and of votes on answers. */
export type AskWords = {
  readonly ask: string
  readonly askTitle: (doctor: string) => string
  readonly description: string
  readonly intro: string
  readonly content: string
  readonly contentHelp: string
  readonly contentWrong: string
  readonly contactHelp: string
  readonly haveAccount: string
  readonly agree: string
  readonly send: string
  readonly doneTitle: string
  readonly doneText: string
  readonly yours: string
  readonly back: (doctor: string) => string
  readonly notHereTitle: string
  readonly notHereText: string
  readonly problem: string
  readonly none: string
  readonly answerTo: string
  readonly answered: (date: string) => string
  readonly wasHelpful: string
  readonly like: (n: number) => string
  readonly dislike: (n: number) => string
  readonly votedLike: string
  readonly votedDislike: string
  readonly takeBack: string
  readonly tooManyVotes: string
}
