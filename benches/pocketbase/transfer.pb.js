/// A transfer in PocketBase, for comparison: with session, idempotency key, balance check and two postings in
/// one transaction, and the balance of a member. This is its fastest way in JavaScript; records with hooks of their own
/// are slower. BENCH_SYNC=full waits for the disk as Kapok does; without it PocketBase keeps its own default.

onBootstrap((e) => {
    e.next();
    if ($os.getenv("BENCH_SYNC") === "full") {
        $app.nonconcurrentDB().newQuery("PRAGMA synchronous = FULL").execute();
    }
});

routerAdd("POST", "/bench/transfer", (e) => {
    const order = e.requestInfo().body;
    const token = e.request.header.get("Authorization").slice(7);
    const key = e.request.header.get("Idempotency-Key");
    const amount = order.amount | 0;
    let answer = null;
    $app.runInTransaction((tx) => {
        const one = (sql, values, shape) => {
            const row = new DynamicModel(shape);
            tx.db().newQuery(sql).bind(values).one(row);
            return row;
        };
        const run = (sql, values) => tx.db().newQuery(sql).bind(values).execute();
        const session = one("select member from b_session where hash = {:hash}", { hash: $security.sha256(token) }, { member: 0 });
        const from = session.member;
        const known = arrayOf(new DynamicModel({ body: "" }));
        tx.db().newQuery("select body from b_idem where member = {:from} and key = {:key}").bind({ from, key }).all(known);
        if (known.length > 0) {
            answer = known[0].body;
            return;
        }
        const to = one("select id from b_member where short_id = {:short}", { short: order.recipient }, { id: 0 }).id;
        const balance = one("select balance from b_member where id = {:from}", { from }, { balance: 0 }).balance;
        if (balance < amount || to === from || amount < 1) {
            throw new ApiError(422, "refused");
        }
        const now = Date.now();
        run("update b_member set balance = balance - {:amount} where id = {:from}", { amount, from });
        run("update b_member set balance = balance + {:amount} where id = {:to}", { amount, to });
        const id = one("insert into b_transaction (kind, at) values ('Transfer', {:now}) returning id", { now }, { id: 0 }).id;
        run(
            "insert into b_posting (member, tx, points, at) values ({:from}, {:id}, -{:amount}, {:now}), ({:to}, {:id}, {:amount}, {:now})",
            { from, to, id, amount, now },
        );
        answer = JSON.stringify({ transactionId: id, amount, points: balance - amount });
        run("insert into b_idem (member, key, body) values ({:from}, {:key}, {:body})", { from, key, body: answer });
    });
    return e.blob(200, "application/json", answer);
});

routerAdd("GET", "/bench/balance", (e) => {
    const token = e.request.header.get("Authorization").slice(7);
    const row = new DynamicModel({ short_id: "", balance: 0 });
    $app.db()
        .newQuery("select m.short_id, m.balance from b_session s join b_member m on m.id = s.member where s.hash = {:hash}")
        .bind({ hash: $security.sha256(token) })
        .one(row);
    return e.json(200, { shortId: row.short_id, points: row.balance });
});
