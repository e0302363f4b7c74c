import type { Adapter, AdapterPayload } from 'oidc-provider';

/** An in-memory store for the identity provider; the library's own logs warnings. */
export function createProviderStore(): (model: string) => Adapter {
  const rows = new Map<string, AdapterPayload>();
  return model => {
    const find = async (id: string) => rows.get(`${model}:${id}`);
    const findBy = async (field: 'uid' | 'userCode', value: string) =>
      [...rows].find(([key, row]) => key.startsWith(`${model}:`) && row[field] === value)?.[1];
    return {
      find,
      findByUid: uid => findBy('uid', uid),
      findByUserCode: code => findBy('userCode', code),
      async upsert(id, row) {
        rows.set(`${model}:${id}`, row);
      },
      async consume(id) {
        const row = await find(id);
        if (row) row.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        rows.delete(`${model}:${id}`);
      },
      async revokeByGrantId(grantId) {
        for (const [key, row] of rows) if (row.grantId === grantId) rows.delete(key);
      },
    };
  };
}
