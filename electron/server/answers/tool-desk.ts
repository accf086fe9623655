import type { FoundPassage, UsedTool } from '../../../shared/api/predictions.ts';
import type { AgentTool, ToolResult } from '../core/agent-tool.ts';
import type { ChatTool } from '../core/chat-model.ts';
import { fenced, visibleText } from './answer-prompt.ts';
import { estimateTokens } from './count-tokens.ts';

/** What the tools of an agent have given for one answer. */
export interface ToolDesk {
  /** The tools, as the model gets them. */
  readonly tools: readonly ChatTool[];
  /** All that was found, each once: the number of a passage is its place here, from 1. */
  readonly passages: readonly FoundPassage[];
  readonly areSources: boolean;
  readonly used: readonly UsedTool[];
  /** What a tool gave that is the answer itself. */
  readonly direct: string | undefined;
}

/** Of a text, a token is about three characters and a half. */
const CHARACTERS_OF_TOKEN = 3.5;

/** The passages that have room, from the best; one at least. */
function fitting(passages: readonly FoundPassage[], room: number): readonly FoundPassage[] {
  let used = 0;
  return passages.filter(({ pageContent }, index) => {
    used += estimateTokens(pageContent);
    return index === 0 || used <= room;
  });
}

/** Tools need names of their own. */
function withOwnNames(tools: readonly AgentTool[]): AgentTool[] {
  const names = new Set<string>();
  return tools.map((tool) => {
    let { name } = tool;
    for (let count = 2; names.has(name); count += 1) name = `${tool.name}_${count}`;
    names.add(name);
    return { ...tool, name };
  });
}

/**
 * Lays out the tools of an agent: what they give goes to the model within a mark that nobody who wrote it can know, and is noted.
 * @param found what the model has before the first call
 * @param room tokens that the model gets of one call at most
 */
export function openToolDesk(
  given: readonly AgentTool[],
  { fence, room, found }: { readonly fence: string; readonly room: number; readonly found: readonly FoundPassage[] },
): ToolDesk {
  const passages: FoundPassage[] = [...found];
  const used: UsedTool[] = [];
  const directs: string[] = [];
  let areSources = found.length > 0;

  /** Passages that were found before keep their numbers. */
  function numbered(more: readonly FoundPassage[]): string {
    return more
      .map((passage) => {
        const known = passages.findIndex(({ id }) => id === passage.id);
        const index = known === -1 ? passages.push(passage) - 1 : known;
        return fenced([passage], fence, index + 1);
      })
      .join('\n');
  }

  function seenBy({ text, passages: more = [] }: ToolResult): string {
    const parts = more.length === 0 ? [] : [numbered(fitting(more, room))];
    if (text !== '') {
      const most = Math.floor(room * CHARACTERS_OF_TOKEN);
      const cut = text.length > most ? `${text.slice(0, most)}\n… (cut off)` : text;
      parts.push(`<${fence}>\n${visibleText(cut)}\n</${fence}>`);
    }
    return parts.join('\n');
  }

  async function call(
    tool: AgentTool,
    toolInput: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<string> {
    const note: UsedTool = { tool: tool.name, toolInput: { ...toolInput }, toolOutput: '' };
    used.push(note);
    const result = await tool.call(toolInput, signal);
    const { text, passages: more, error } = result;
    const seen = seenBy(result);
    note.toolOutput = more === undefined || text !== '' ? text.slice(0, Math.floor(room * CHARACTERS_OF_TOKEN)) : seen;
    if (error !== undefined) note.error = error;
    if (more !== undefined) {
      note.sourceDocuments = more.map(({ id, pageContent, metadata }) => ({ id, pageContent, metadata }));
      areSources ||= tool.returnsSources === true;
    }
    if (tool.isDirect === true && error === undefined) directs.push(text);
    return seen;
  }

  return {
    tools: withOwnNames(given).map((tool) => ({
      name: tool.name,
      description: tool.description,
      parameters: tool.parameters,
      call: (input, signal) => call(tool, input, signal),
    })),
    passages,
    used,
    get areSources() {
      return areSources;
    },
    get direct() {
      return directs[0];
    },
  };
}
