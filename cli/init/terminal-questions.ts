import { isCancel, password, select, text } from '@clack/prompts';
import { Cancelled, type Questions } from './questions.ts';

/** What was answered. @throws Cancelled */
async function answerOf(question: Promise<string | symbol>): Promise<string> {
  const answer = await question;
  if (isCancel(answer) || typeof answer === 'symbol') throw new Cancelled('cancelled');
  return answer;
}

/** Questions on the terminal of this process. */
export const terminalQuestions: Questions = {
  text: async ({ message, initial, problemOf }) => {
    const answer = await answerOf(
      text({
        message,
        ...(initial === undefined ? {} : { placeholder: initial, defaultValue: initial }),
        validate: (value = '') => problemOf(value.trim() === '' ? (initial ?? '') : value.trim()),
      }),
    );
    return answer.trim();
  },
  secret: (message) =>
    answerOf(password({ message, validate: (value = '') => (value === '' ? 'a secret is needed' : undefined) })),
  async choice(message, options) {
    const values: { value: string; label: string }[] = options.map(({ value, label }) => ({ value, label }));
    const answer = await answerOf(select({ message, options: values }));
    const chosen = options.find(({ value }) => value === answer);
    if (chosen === undefined) throw new Cancelled('cancelled');
    return chosen.value;
  },
};
