import { Button } from '#app/components/ui/button.tsx'
import { api } from '#app/lib/api.ts'
import { mutate, useAction } from '#app/lib/mutate.ts'
import { KIND_ANSWERS, KIND_QUESTION } from '#worker/rules/kind-answers.ts'

/** Asks for the industry, which determines the business's topics and drafts. Pressing a button saves the answer. */
export function KindQuestion({ id, name }: { id: string; name: string }) {
  const { busy, act } = useAction()
  function answer(industry: string) {
    return act(
      industry,
      async () => void (await mutate(api.businesses.update.mutate({ id, industry }), 'business-updated')),
      'Your answer was not saved',
    )
  }
  return (
    <section className="grid gap-2 rounded-lg bg-muted p-3 text-sm" aria-label={`${KIND_QUESTION} ${name}`}>
      <p className="font-medium">{KIND_QUESTION}</p>
      <p className="text-muted-foreground">Then we know what its reviews are about.</p>
      <div className="flex flex-wrap gap-2">
        {Object.values(KIND_ANSWERS).map((industry) => (
          <Button
            key={industry}
            variant="outline"
            size="sm"
            pending={busy === industry}
            onClick={() => answer(industry)}
          >
            {industry}
          </Button>
        ))}
      </div>
    </section>
  )
}
