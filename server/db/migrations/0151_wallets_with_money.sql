-- `wallets_held` looks for the few wallets that hold money (rule 32). Without an index of their own it reads every wallet there has ever been: 286 ms with
-- 76,000 of them (bench --large). A balance that changes updates this index; only wallets with money are in it.
create index ledger_account_with_money on ledger_account (patient_id, currency) where kind = 'wallet' and balance <> 0;
