-- A locked device's token opens nothing until it is shown together with the secret whose hash stands here (TRUST D18, decision 0046).
alter table session add column locked_hash text;
